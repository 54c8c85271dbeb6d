"""Creates an authority and certificates for tests."""

import subprocess

KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


def make_certificates(case):
    """Creates the authority `ours` and its certificates for a server, a kiosk t1 and a collector."""
    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=case.folder, check=True, capture_output=True)
    openssl("req", "-x509", *KEY, "-keyout", "ours.key", "-out", "ours.pem", "-days", "2", "-subj", "/CN=ours")
    for name, extension in (("server", "subjectAltName=IP:127.0.0.1"), ("t1", "extendedKeyUsage=clientAuth"),
                            ("collector", "extendedKeyUsage=clientAuth")):
        openssl("req", *KEY, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        (case.folder / "extensions").write_text(extension)
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ours.pem", "-CAkey", "ours.key", "-CAcreateserial",
                "-out", f"{name}.pem", "-days", "2", "-extfile", "extensions")
