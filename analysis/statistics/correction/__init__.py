"""What raters' errors did to a figure or a label, estimated and taken out."""
