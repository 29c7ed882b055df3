import { css } from 'lit';

const light = css`
  color-scheme: light;
  --_accent: var(--lodging-accent, #0b5cad);
  --_on-accent: var(--lodging-on-accent, #fff);
  --_text: var(--lodging-text, #1b1f24);
  --_quiet: var(--lodging-quiet-text, #57606a);
  --_background: var(--lodging-background, #fff);
  --_surface: var(--lodging-surface, #f3f5f8);
  --_border: var(--lodging-border, #6e7781);
  --_line: var(--lodging-line, #dde2e8);
  --_error: var(--lodging-error, #a40e26);
`;

const dark = css`
  color-scheme: dark;
  --_accent: var(--lodging-accent, #8fbcf2);
  --_on-accent: var(--lodging-on-accent, #0a1a2c);
  --_text: var(--lodging-text, #e9edf1);
  --_quiet: var(--lodging-quiet-text, #a9b3bd);
  --_background: var(--lodging-background, #171b20);
  --_surface: var(--lodging-surface, #20262d);
  --_border: var(--lodging-border, #7f8a95);
  --_line: var(--lodging-line, #353d46);
  --_error: var(--lodging-error, #ff9c9c);
`;

/** What a page sets by a custom property holds in both. */
export const colours = css`
  :host {
    ${light}
    --_radius: var(--lodging-radius, 8px);
  }
  @media (prefers-color-scheme: dark) {
    :host(:not([theme='light'])) {
      ${dark}
    }
  }
  :host([theme='dark']) {
    ${dark}
  }
`;
