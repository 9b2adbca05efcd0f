"""What a row is: schema, ids, fingerprints, splits and shards."""
