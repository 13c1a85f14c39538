"""A Django site of one file, with a form of its own and widgets of a shop.

Run it with the address of the shop (empty where they share an origin), the ids of a product and a
variant, and a port: python3 django_site.py http://localhost:3000 p-1 v-1 8000
"""

import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.shortcuts import redirect, render
from django.urls import path

shop, product, variant, port = sys.argv[1:]

PAGE = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Garden notes</title>
  <link rel="stylesheet" href="/site.css">
</head>
<body>
  <h1 data-host>Garden notes</h1>
  <p data-host>Visit <b id="visits">{{ visits }}</b> of this session.</p>
  <form method="post" data-host>
    {% csrf_token %}
    <label class="field" data-host>Note <input class="input" name="note" data-host></label>
    <button class="button button--primary" data-host>Keep</button>
  </form>
  <ul class="card" data-host>
    {% for note in notes %}<li class="line" data-host>{{ note }}</li>{% endfor %}
  </ul>
  <p class="price" data-host>From <a class="heart" href="#shop" data-host>our shop</a></p>
  <dialog class="drawer" data-host></dialog>
  <section id="shop">
    <a data-island="cart-button" href="{{ shop }}/storefront/cart/">Cart</a>
    <div data-island="add-to-cart" data-prop-variant-id="{{ variant }}">
      <form method="post" action="{{ shop }}/storefront/cart/add">
        <input type="hidden" name="variantId" value="{{ variant }}">
        <button>Add to cart</button>
      </form>
    </div>
    <span data-island="heart-icon" data-prop-product-id="{{ product }}"></span>
    <div data-island="buy-box" data-prop-product-id="{{ product }}"></div>
    <div data-island="promo-field"></div>
  </section>
  <script type="module" async src="{{ shop }}/static/islands/entry.js"></script>
</body>
</html>
"""

settings.configure(
    SECRET_KEY="a site of the tests",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
    ],
    SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
    USE_TZ=True,
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {"loaders": [("django.template.loaders.locmem.Loader", {"page.html": PAGE})]},
        }
    ],
)


def page(request):
    session = request.session
    if request.method == "POST":
        session["notes"] = session.get("notes", []) + [request.POST["note"]]
        return redirect("/")
    session["visits"] = session.get("visits", 0) + 1
    values = {"visits": session["visits"], "notes": session.get("notes", [])}
    return render(request, "page.html", {**values, "shop": shop, "product": product, "variant": variant})


urlpatterns = [path("", page)]

if __name__ == "__main__":
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", f"127.0.0.1:{port}"])
