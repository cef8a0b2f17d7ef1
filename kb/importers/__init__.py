"""From files, folders, addresses and pipes into the store: `sources` reads, `transfer` decides and writes."""
