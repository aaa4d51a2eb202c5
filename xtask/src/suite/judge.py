"""kubernetes-validate, which reads its schemas anew for every object: here, once."""

import functools
import sys

from kubernetes_validate import __main__, utils

for read in ("schema_contents", "all_versions"):
    setattr(utils, read, functools.cache(getattr(utils, read)))
sys.exit(__main__.main())
