import { css } from 'lit';

/** Logical properties throughout: right-to-left pages need nothing else. */
export const pageStyles = css`
  :host {
    display: block;
    box-sizing: border-box;
    max-inline-size: var(--lodging-max-width, 70rem);
    margin-inline: auto;
    padding: var(--lodging-padding, clamp(0.75rem, 3vi, 1.5rem));
    color: var(--_text);
    background: var(--_background);
    font: var(--lodging-font, 1rem/1.5 system-ui, sans-serif);
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  h2,
  h3,
  h4 {
    margin: 0 0 0.5rem;
    font-family: var(--lodging-heading-font, inherit);
    line-height: 1.25;
    text-wrap: balance;
  }
  h2 {
    font-size: 1.625em;
    margin-block-end: 1rem;
  }
  h3 {
    font-size: 1.25em;
    margin-block-start: 1.5rem;
  }
  h4 {
    font-size: 1.125em;
    margin-block-end: 0.125rem;
  }
  p {
    margin: 0 0 0.5rem;
  }
  ul {
    margin: 0 0 0.5rem;
    padding-inline-start: 1.25rem;
  }
  a {
    color: var(--_accent);
  }
  .quiet {
    color: var(--_quiet);
    font-size: 0.875em;
    font-weight: normal;
  }
  .notice {
    margin-block: 1rem;
    padding: 1rem;
    border-inline-start: 4px solid var(--_error);
    background: var(--_surface);
    border-radius: var(--_radius);
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  /* Two columns: the stay that was chosen stays in view beside the form. */
  .wide .layout {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 20rem;
    column-gap: 2.5rem;
    align-items: start;
  }
  .wide .layout > *,
  .wide .searching > * {
    grid-column: 1;
    min-inline-size: 0;
  }
  .wide .layout > .step {
    grid-column: 1 / -1;
  }
  .wide .searching {
    display: contents;
  }
  .wide .side {
    grid-column: 2;
    grid-row: 2 / span 6;
    position: sticky;
    inset-block-start: 1rem;
    max-block-size: calc(100vb - 2rem);
    overflow-y: auto;
  }
  .layout > .side {
    margin-block-end: 1.5rem;
  }
  .content .field {
    max-inline-size: 30rem;
  }
`;
