/** A foreign page whose styles apply to all elements and to many names that the shop uses too. */
export const wildStyles = `
* { box-sizing: content-box }
body { font: 18px/3 Georgia, serif; margin: 20px; background: #fff8e8; color: #333; letter-spacing: 1px }
main button { background: red; padding: 30px; text-transform: uppercase; border: 8px dotted blue; border-radius: 40px }
main input { width: 50%; background: yellow; margin: 1em }
h2, h3 { color: purple; font-size: 60px; text-align: center }
main a { color: magenta; font-weight: bold }
main p { margin: 3em 0; text-indent: 4em }
main form { padding: 20px; border: 4px solid green }
.card, .toast, .button, .line, .label, .heart, .empty { display: none !important }
svg { fill: red; width: 100px }
ul { padding-left: 90px }
dialog { border: 20px solid orange }
label { display: block; background: pink }
img { border: 5px solid red }
@keyframes spin { to { color: red } }`;

export type Ids = { variantId: string; productId: string };

/** The page's HTML; `head` is added to its head, and `shop` is the origin of the script. */
export const pageOf = ({ variantId, productId }: Ids, shop: string, head = ""): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page of somebody else</title>${head}</head>
<body><main>
<h2 data-own>Heading</h2>
<p data-own>Words, <a data-own href="#x">a link</a> and <button data-own type="button">a button</button></p>
<form data-own><label data-own>Name <input data-own name="name"></label></form>
<div class="card" data-own>A card</div><div class="storefront" data-own><svg data-own viewBox="0 0 1 1"></svg></div>
<div data-island="cart-button" data-island-on="load"><a href="${shop}/storefront/cart/">Cart</a></div>
<div data-island="add-to-cart" data-island-on="load" data-prop-variant-id="${variantId}"></div>
<div data-island="heart-icon" data-island-on="load" data-prop-product-id="${productId}"></div>
<div data-island="buy-box" data-island-on="load" data-prop-product-id="${productId}"></div>
<div data-island="search-box" data-island-on="load"></div>
<div data-island="promo-field" data-island-on="load"></div>
<div data-island="order-lookup" data-island-on="load"></div>
<div data-island="recently-viewed" data-island-on="load"></div>
</main>
<script type="module" async src="${shop}/static/islands/entry.js"></script>
</body></html>`;
