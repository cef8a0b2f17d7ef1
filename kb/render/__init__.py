"""From answers and records to text, JSON and Markdown. Pure: strings out, no terminal, no store."""
