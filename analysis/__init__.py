"""Statistics of ratings by people and judges, and the reports made of them."""

import os

# The matrices here are small: a second thread of the linear algebra library gains little on a free
# machine, and on a busy one its waiting costs more than the work. It must be told before NumPy is
# first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
