import type { Part } from "./part.ts";

/** The owner's texts and settings. */
export const content: Part = {
  tables: `
CREATE TABLE banner (
  id TEXT PRIMARY KEY,
  page TEXT NOT NULL,
  position INT8 NOT NULL DEFAULT 0,
  background_url TEXT NOT NULL,
  background_alt TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL DEFAULT '',
  cta_text TEXT NOT NULL DEFAULT '',
  cta_link TEXT NOT NULL DEFAULT '',
  image_url TEXT NOT NULL DEFAULT '',
  image_alt TEXT NOT NULL DEFAULT '',
  active INT8 NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  starts_at INT8,
  ends_at INT8
);
CREATE INDEX banner_by_page ON banner (page, active, position);

-- Markdown, never HTML: it is cleaned each time that it is rendered.
CREATE TABLE content_page (
  slug TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  markdown TEXT NOT NULL,
  demo INT8 NOT NULL DEFAULT 0 CHECK (demo IN (0, 1)),
  updated_at INT8 NOT NULL
);

CREATE TABLE page_redirect (
  path TEXT PRIMARY KEY,
  target TEXT NOT NULL,
  created_at INT8 NOT NULL,
  uses INT8 NOT NULL DEFAULT 0,
  used_at INT8
);
CREATE INDEX page_redirect_by_target ON page_redirect (target);

-- What the owner sets without code: JSON by name.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at INT8 NOT NULL
);

-- The owner's own words of an email.
CREATE TABLE email_wording (
  kind TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  heading TEXT NOT NULL,
  text TEXT NOT NULL,
  button TEXT NOT NULL,
  small TEXT NOT NULL,
  changed_at INT8 NOT NULL
);
`,
};
