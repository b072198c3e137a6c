# docker build -t docena . && docker run -p 8012:8012 -v docena:/data docena
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml hatch_build.py README.md LICENSE NOTICE ./
COPY compiler compiler
COPY src src
COPY web web
RUN python -m venv /opt/docena && /opt/docena/bin/pip install --no-cache-dir '.[passkeys,postgres]'

FROM python:3.13-slim
RUN useradd --system --uid 10012 --no-create-home --shell /usr/sbin/nologin docena \
 && install -d -m 0700 -o docena -g docena /data
COPY --from=build /opt/docena /opt/docena
ENV PATH=/opt/docena/bin:$PATH DOCENA_HOST=0.0.0.0 DOCENA_DATABASE=/data/docena.db
USER docena
WORKDIR /data
VOLUME /data
EXPOSE 8012
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8012/readyz', timeout=4)"]
CMD ["docena", "serve"]
