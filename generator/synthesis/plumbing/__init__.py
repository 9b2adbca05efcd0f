"""What packages do with every kind of record: copy, gather, fill, count, list, pack. Made for each entity."""
