FROM python:3.12-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
WORKDIR /app

COPY requirements.txt .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

COPY . .
# The key below signs nothing: collecting static files only needs one to be there.
RUN python -m annotation.translations && SECRET_KEY=unused-while-building python manage.py collectstatic --noinput --verbosity 0 \
    && useradd --system --no-create-home rateroom \
    && mkdir -p /data/media \
    && chown -R rateroom: /data staticfiles

USER rateroom
VOLUME /data
ENV RATEROOM_VAR=/data BIND=0.0.0.0 PORT=8000
EXPOSE 8000
CMD ["gunicorn", "--config", "annotation/gunicorn_conf.py", "annotation.wsgi"]
