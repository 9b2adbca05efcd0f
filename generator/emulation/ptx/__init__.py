"""PTX text as data: modules, functions, instructions with their operands, and the blocks that control flows through."""
