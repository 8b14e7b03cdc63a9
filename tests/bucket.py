"""A real S3 server (SeaweedFS) with a bucket, for tests of media in a bucket."""

import ctypes
import json
import os
import signal
import subprocess
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path

from tests.supervised import free_port

BUCKET = "rateroom"
ACCESS_KEY, SECRET_KEY = "tests", "of the tests alone"  # pragma: allowlist secret
PATIENCE = 60  # seconds; it takes seven, most of which it waits for itself
PORTS = ("s3.port", "s3.port.grpc", "master.port", "master.port.grpc", "volume.port")
PORTS += ("volume.port.grpc", "filer.port", "filer.port.grpc")
LEFT_OUT = ("-s3.port.iceberg=0", "-s3.port.lance=0", "-s3.iam=false", "-master.telemetry=false")


@dataclass(frozen=True)
class Server:
    """An S3 server. `endpoint` is its URL without a final slash."""

    process: subprocess.Popen
    endpoint: str

    def address(self, prefix: str = "", **options: str) -> str:
        """Return the value of RATEROOM_MEDIA for this server."""
        values = {"endpoint": self.endpoint, "region": "us-east-1"} | options
        query = "&".join(f"{name}={value}" for name, value in values.items())
        return f"s3://{BUCKET}/{prefix}?{query}"

    def client(self):
        import boto3  # here, as only some tests need it
        from botocore.config import Config

        return boto3.client(
            "s3",
            endpoint_url=self.endpoint,
            region_name="us-east-1",
            aws_access_key_id=ACCESS_KEY,
            aws_secret_access_key=SECRET_KEY,
            config=Config(s3={"addressing_style": "path"}, retries={"total_max_attempts": 1}),
        )

    def stop(self) -> None:
        # It would take its time, and nobody wants its data.
        self.process.kill()
        self.process.wait()


def start(folder: Path) -> Server:
    """Start a server that stores its data in `folder`, and create the bucket."""
    identity = {
        "name": "tests",
        "credentials": [{"accessKey": ACCESS_KEY, "secretKey": SECRET_KEY}],
        "actions": ["Admin", "Read", "Write", "List", "Tagging"],
    }
    (folder / "s3.json").write_text(json.dumps({"identities": [identity]}))
    (folder / "data").mkdir()
    ports = {name: free_port() for name in PORTS}
    command = [Path(sysconfig.get_path("scripts"), "weed"), "-logtostderr", "server"]
    command += [f"-dir={folder / 'data'}", f"-s3.config={folder / 's3.json'}", "-s3"]
    command += ["-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-master.volumeSizeLimitMB=64"]
    command += [*LEFT_OUT, *(f"-{name}={port}" for name, port in ports.items())]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command,
            stdout=log,
            stderr=log,
            cwd=folder,
            env=os.environ | {"TMPDIR": str(folder)},
            preexec_fn=_end_with_parent,  # noqa: PLW1509 - the parent has one thread here
        )
    server = Server(process, f"http://127.0.0.1:{ports['s3.port']}")
    _wait(server, folder / "log")
    return server


def _end_with_parent() -> None:
    """Let the kernel kill the server when the test process ends, even if it is killed."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def _wait(server: Server, log: Path) -> None:
    from botocore.exceptions import BotoCoreError, ClientError

    client, deadline = server.client(), time.monotonic() + PATIENCE
    while True:
        try:
            client.create_bucket(Bucket=BUCKET)
            client.put_object(Bucket=BUCKET, Key="ready", Body=b"")
        except (BotoCoreError, ClientError) as error:
            if server.process.poll() is not None or time.monotonic() > deadline:
                server.stop()
                raise AssertionError(f"The S3 server did not start:\n{log.read_text()}") from error
            time.sleep(0.2)
        else:
            return
