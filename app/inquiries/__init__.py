"""Pilot inquiries: drafted over days, checked by the law, submitted once."""
