"""For all tests: what is tried with random examples may take its time on a busy machine, and Ctrl-C is heard."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# who starts the tests in the background may have them ignore Ctrl-C, and so would all programs that they start
signal.signal(signal.SIGINT, signal.default_int_handler)
