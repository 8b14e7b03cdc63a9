"""The floor: a minimal but correct Django site that serves HITs without claims, checks or pay.
Rateroom is compared with it."""
