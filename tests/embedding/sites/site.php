<?php
// A PHP site of one page, with a form and a session of its own and widgets of a shop. Its
// environment names the shop's address (empty where they share an origin), a product and a variant:
// SHOP=http://localhost:3000 PRODUCT=p-1 VARIANT=v-1 php -S 127.0.0.1:8000 site.php
declare(strict_types=1);

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/') {
    http_response_code(404);
    exit;
}

session_start();
$_SESSION['token'] ??= bin2hex(random_bytes(16));
$_SESSION['notes'] ??= [];

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    // A double-submit token, whose cookie has a name that many programs use.
    if (($_POST['token'] ?? '') !== $_SESSION['token'] || ($_COOKIE['csrftoken'] ?? '') !== $_SESSION['token']) {
        http_response_code(403);
        exit('The form is too old.');
    }
    $_SESSION['notes'][] = (string) $_POST['note'];
    header('Location: /', true, 303);
    exit;
}

setcookie('csrftoken', $_SESSION['token'], ['path' => '/', 'samesite' => 'Lax']);
$_SESSION['visits'] = ($_SESSION['visits'] ?? 0) + 1;
$shop = getenv('SHOP');
$product = getenv('PRODUCT');
$buy = ['variantId' => getenv('VARIANT')];
$text = static fn (string $value): string => htmlspecialchars($value, ENT_QUOTES);
?>
<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Garden notes</title>
  <link rel="stylesheet" href="/site.css">
</head>
<body>
  <h1 data-host>Garden notes</h1>
  <p data-host>Visit <b id="visits"><?= $_SESSION['visits'] ?></b> of this session.</p>
  <form method="post" data-host>
    <input type="hidden" name="token" value="<?= $text($_SESSION['token']) ?>">
    <label class="field" data-host>Note <input class="input" name="note" data-host></label>
    <button class="button button--primary" data-host>Keep</button>
  </form>
  <ul class="card" data-host>
    <?php foreach ($_SESSION['notes'] as $note): ?><li class="line" data-host><?= $text($note) ?></li><?php endforeach ?>
  </ul>
  <p class="price" data-host>From <a class="heart" href="#shop" data-host>our shop</a></p>
  <dialog class="drawer" data-host></dialog>
  <section id="shop">
    <a data-island="cart-button" href="<?= $text($shop) ?>/storefront/cart/">Cart</a>
    <div data-island="add-to-cart" data-props="<?= $text(json_encode($buy)) ?>">
      <form method="post" action="<?= $text($shop) ?>/storefront/cart/add">
        <input type="hidden" name="variantId" value="<?= $text($buy['variantId']) ?>">
        <button>Add to cart</button>
      </form>
    </div>
    <span data-island="heart-icon" data-prop-product-id="<?= $text($product) ?>"></span>
    <div data-island="buy-box" data-prop-product-id="<?= $text($product) ?>"></div>
    <div data-island="promo-field"></div>
  </section>
  <script type="module" async src="<?= $text($shop) ?>/static/islands/entry.js"></script>
</body>
</html>
