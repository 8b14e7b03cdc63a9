# What the public images give to docker-compose.yml and Dockerfile, from one Debian root: bases.sh.
FROM rateroom-debian AS debian
COPY certificates.crt /etc/ssl/certs/ca-certificates.crt

FROM debian AS python
RUN python3 -m venv /usr/local
ENV PIP_CERT=/etc/ssl/certs/ca-certificates.crt

FROM debian AS postgres
ENV PGDATA=/var/lib/postgresql/18/docker PATH=/usr/lib/postgresql/18/bin:/usr/bin:/bin
COPY start-postgres.sh /usr/bin/
RUN install -d -o postgres -g postgres -m 3777 /var/run/postgresql
VOLUME /var/lib/postgresql
ENTRYPOINT ["start-postgres.sh"]

FROM debian AS valkey
RUN install -d -o valkey -g valkey /data
WORKDIR /data
VOLUME /data

FROM debian AS caddy
RUN mkdir /config /data
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
