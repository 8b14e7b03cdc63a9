"""Judge runs, which start on the page of their batch."""
