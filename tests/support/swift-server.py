"""
A complete OpenStack Swift with its S3 API in one process, with all data in one folder. It is the server for the tests
of object storage. It prints its port when it is ready. When its standard input closes, which the kernel guarantees
when the parent process ends for any reason, it removes its folder and exits. After a kill, the same folder and port
start it again with its data.

    swift-server.py FOLDER KEY SECRET [PORT]
"""

import array
import os
import random
import shutil
import sys

from swift.common import utils

utils.eventlet_monkey_patch()

import eventlet
from eventlet import patcher, wsgi
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingData
from swift.common.wsgi import loadapp

SWIFT = """
[swift-hash]
swift_hash_path_suffix = tests

[storage-policy:0]
name = only
default = yes
"""

BACKEND = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
disable_fallocate = true
log_level = ERROR

[pipeline:main]
pipeline = server

[app:server]
use = egg:swift#{kind}
"""

# Only the middleware that the S3 API needs.
PROXY = """
[DEFAULT]
swift_dir = {folder}
log_level = ERROR
cors_allow_origin = *

[pipeline:main]
pipeline = catch_errors listing_formats s3api tempauth slo dlo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true

[filter:s3api]
use = egg:swift#s3api
location = us-east-1
cors_preflight_allow_origin = *

[filter:tempauth]
use = egg:swift#tempauth
user_tests_{key} = {secret} .admin

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:listing_formats]
use = egg:swift#listing_formats

[filter:slo]
use = egg:swift#slo

[filter:dlo]
use = egg:swift#dlo
"""


class Silence:
    def write(self, text):
        pass


class Cache:
    """In-memory replacement for memcached, with the methods that Swift uses."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)


def with_cache(app):
    cache = Cache()

    def cached(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return cached


def end_with_standard_input(folder):
    def wait():
        sys.stdin.buffer.raw.readall()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)

    # An OS thread: the blocking read would block all green threads of eventlet.
    patcher.original("threading").Thread(target=wait, daemon=True).start()


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def serve(sock, config):
    app = with_cache(loadapp(config, global_conf={}))
    eventlet.spawn(
        wsgi.server, sock, app, Silence(), protocol=SwiftHttpProtocol, capitalize_response_headers=False
    )


def listen(port=None):
    # Below the ephemeral ports, so that no other program takes the port between a kill and a restart.
    for _ in range(20):
        try:
            address = ("127.0.0.1", int(port or random.randrange(20000, 30000)))
            return eventlet.listen(address, reuse_port=False)
        except OSError as error:
            last = error
    raise last


def main(folder, key, secret, port=None):
    end_with_standard_input(folder)
    os.makedirs(os.path.join(folder, "disk"), exist_ok=True)
    write(folder, "swift.conf", SWIFT)
    utils.set_swift_dir(folder)
    for kind in ("account", "container", "object"):
        sock = eventlet.listen(("127.0.0.1", 0))
        device = {
            "id": 0,
            "region": 1,
            "zone": 1,
            "ip": "127.0.0.1",
            "port": sock.getsockname()[1],
            "device": "disk",
            "weight": 1.0,
        }
        RingData([array.array("H", [0, 0])], [device], 31).save(os.path.join(folder, kind + ".ring.gz"))
        serve(sock, write(folder, kind + ".conf", BACKEND.format(folder=folder, kind=kind)))
    sock = listen(port)
    serve(sock, write(folder, "proxy.conf", PROXY.format(folder=folder, key=key, secret=secret)))
    print(sock.getsockname()[1], flush=True)
    while True:
        eventlet.sleep(3600)


main(*sys.argv[1:])
