/** A shop that sold one unit, with only the rows that each schema since the last release needs. */
export const soldRows: readonly string[] = [
  "INSERT INTO category (id, slug, name) VALUES ('c', 'c', 'C')",
  "INSERT INTO product (id, slug, name, category_id, created_at, updated_at) VALUES ('p', 'p', 'P', 'c', 1, 1)",
  "INSERT INTO variant (id, product_id, key, name, price, on_hand) VALUES ('v', 'p', 'v', 'V', 100, 3)",
  "INSERT INTO checkout (id, state, order_id, created_at, updated_at, expires_at) VALUES ('k', 'completed', 'o', 1, 1, 1)",
  `INSERT INTO orders (id, number, checkout_id, email, email_norm, subtotal, discount, shipping, tax, total, shipping_method, placed_at)
   VALUES ('o', 1, 'k', 'a@b.example', 'a@b.example', 100, 0, 0, 0, 100, 'Ground', 777)`,
  `INSERT INTO order_line (id, order_id, position, product_id, variant_id, product_slug, product_name, variant_name, quantity,
     unit_price, discount, tax, net) VALUES ('l', 'o', 0, 'p', 'v', 'p', 'P', 'V', 1, 100, 0, 0, 100)`,
];
