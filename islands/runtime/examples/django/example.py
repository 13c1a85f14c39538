"""A Django site of one page with an island: npm run build, then npm start."""

import json
import sys
from pathlib import Path

from django.conf import settings
from django.core.management import execute_from_command_line
from django.shortcuts import render
from django.urls import path

here = Path(__file__).resolve().parent

settings.configure(
    DEBUG=True,
    SECRET_KEY="an example",
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["django.contrib.staticfiles"],
    STATIC_URL="/static/",
    STATICFILES_DIRS=[here / "dist" / "static"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [here / "templates"]}],
)


def page(request):
    return render(request, "page.html", {"bell": json.dumps({"label": "Presses"})})


urlpatterns = [path("", page)]

if __name__ == "__main__":
    execute_from_command_line(sys.argv)
