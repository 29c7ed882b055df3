import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The stylesheet of all pages. */
export const STYLESHEET = readFileSync(new URL('./pages.css', import.meta.url), 'utf8');

/** The digest in the address lets clients cache the file for good. */
export const STYLESHEET_PATH = `docs/style-${createHash('sha256').update(STYLESHEET).digest('base64url').slice(0, 12)}.css`;
