"""The illustrator's kit: a canvas, outlines, and figures that several scenes share."""
