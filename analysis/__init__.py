"""Statistics of the ratings by people and judges, and the reports that show these statistics."""

import os

# The matrices here are small: a second thread of the linear algebra library gains little on an idle
# machine, and costs more than the work on a busy one. This must be set before NumPy is first
# imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
