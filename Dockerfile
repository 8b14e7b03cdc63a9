# pg_dump, pg_restore and psql for backups, with the libraries that the site's image lacks.
FROM postgres:18 AS postgres
WORKDIR /postgresql
RUN cp /usr/lib/postgresql/18/bin/pg_dump /usr/lib/postgresql/18/bin/pg_restore /usr/lib/postgresql/18/bin/psql . \
    && mkdir lib && ldd pg_dump pg_restore psql | awk '$2 == "=>" {print $3}' | sort -u | xargs cp -Lt lib \
    && rm -f lib/libc.so.* lib/libm.so.* lib/libcrypto.so.* lib/libssl.so.*

FROM python:3.12-slim
ENV PYTHONUNBUFFERED=1
WORKDIR /app

# requirements.txt has the embedded servers and Parquet too.
ARG REQUIREMENTS=requirements-image.txt
COPY deploy/image/slim.sh requirements*.txt ./
RUN pip install --no-cache-dir --no-compile --disable-pip-version-check --require-hashes -r $REQUIREMENTS && ./slim.sh

# Of a library that both images have, this image's own comes first.
COPY --from=postgres /postgresql /opt/postgresql
RUN echo /opt/postgresql/lib > /etc/ld.so.conf.d/zz-postgresql.conf && ldconfig
ENV POSTGRES_TOOLS=/opt/postgresql

COPY . .
# The key below signs nothing: collecting static files only needs one to be there. The check compiles what the site imports.
RUN python -m annotation.translations && export SECRET_KEY=unused-while-building \
    && python manage.py collectstatic --noinput --verbosity 0 && python manage.py check \
    && useradd --system --no-create-home rateroom \
    && mkdir -p /data/media \
    && chown -R rateroom: /data staticfiles

USER rateroom
VOLUME /data
ENV PYTHONDONTWRITEBYTECODE=1 RATEROOM_VAR=/data BIND=0.0.0.0 PORT=8000
EXPOSE 8000
CMD ["gunicorn", "--config", "annotation/gunicorn_conf.py", "annotation.wsgi"]
