import { css } from 'lit';

/** In addition to the styles of the booking component. Colours that the page sets win in dark mode too. */
export const manageStyles = css`
  @media (prefers-color-scheme: dark) {
    :host {
      color-scheme: dark;
      --_accent: var(--lodging-accent, #7ab8f5);
      --_on-accent: var(--lodging-on-accent, #10151b);
      --_text: var(--lodging-text, #eceff2);
      --_quiet: var(--lodging-quiet-text, #b3bcc6);
      --_background: var(--lodging-background, #16191d);
      --_surface: var(--lodging-surface, #22272d);
      --_border: var(--lodging-border, #8b949e);
      --_error: var(--lodging-error, #ff9aa5);
    }
  }
  dl {
    display: grid;
    grid-template-columns: minmax(7rem, 1fr) 2fr;
    gap: 0.25rem 1rem;
    margin: 0 0 1rem;
  }
  dt {
    color: var(--_quiet);
  }
  dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  section {
    margin-block-end: 1rem;
    padding: 1rem;
    background: var(--_surface);
    border-radius: var(--_radius);
  }
  section > dl:last-child,
  section > ul:last-child {
    margin-block-end: 0;
  }
  section h3 {
    margin-block-start: 0;
  }
  .total dt,
  .total dd {
    color: var(--_text);
    font-weight: 700;
  }
  dl.total {
    margin-block-end: 0;
    padding-block-start: 0.5rem;
    border-block-start: 1px solid var(--_border);
  }
  .danger {
    color: var(--_error);
    border-color: var(--_error);
    font-weight: 600;
  }
  .good {
    border-inline-start-color: var(--_accent);
  }
  @media (max-width: 24rem) {
    dl:not(.total) {
      grid-template-columns: 1fr;
      gap: 0;
    }
    dl:not(.total) dd {
      margin-block-end: 0.5rem;
    }
  }
`;
