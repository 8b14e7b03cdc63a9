#!/bin/sh
# Take out of the installed packages what a running site never reads: their tests, sources of compiled modules, descriptions
# of other services of Amazon, fonts that no figure uses, and texts in languages that Rateroom does not have.
set -eu
cd "${1:-$(python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')}"
find . -depth -type d -name tests -exec rm -r {} +
find . -type f \( -name '*.c' -o -name '*.h' -o -name '*.pyx' -o -name '*.pyi' \) -delete
find botocore/data -mindepth 1 -maxdepth 1 -type d ! -name s3 ! -name sts -exec rm -r {} +
find matplotlib/mpl-data/fonts -type f ! -name 'DejaVu*' -delete
find . -depth -path '*/locale/*' -type d ! -path '*/locale/en*' ! -path '*/locale/de*' ! -path '*/locale/es*' -exec rm -r {} +
