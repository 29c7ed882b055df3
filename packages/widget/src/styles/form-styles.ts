import { css } from 'lit';

export const formStyles = css`
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(6.5rem, 100%), 1fr));
    gap: 0 0.75rem;
  }
  /* A date with its button has no place beside another one. */
  .narrow .dates,
  .wide .dates {
    grid-template-columns: 1fr;
  }
  .field {
    margin-block-end: 0.875rem;
    min-inline-size: 0;
  }
  label {
    display: block;
    margin-block-end: 0.25rem;
    font-weight: 600;
    font-size: 0.875em;
  }
  input,
  select,
  textarea,
  button {
    font: inherit;
    color: inherit;
    min-block-size: 2.75rem;
    max-inline-size: 100%;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_background);
    padding: 0.375rem 0.75rem;
  }
  input,
  select,
  textarea {
    inline-size: 100%;
  }
  input[type='date'] {
    /* On a small phone the date and its button have the whole width. */
    padding-inline: 0.625rem;
    min-inline-size: 0;
  }
  .consent {
    display: flex;
    gap: 0.75rem;
    align-items: start;
  }
  .consent input {
    flex: none;
    inline-size: 1.5rem;
    min-block-size: 1.5rem;
    margin: 0;
    accent-color: var(--_accent);
  }
  .consent label {
    font-weight: normal;
    font-size: 1em;
  }
  .code {
    max-inline-size: 10rem;
    letter-spacing: 0.25em;
    font-variant-numeric: tabular-nums;
  }
  button {
    cursor: pointer;
    transition: background-color 0.15s;
  }
  button:hover {
    background: color-mix(in srgb, var(--_accent) 12%, var(--_background));
  }
  button[aria-disabled='true'] {
    opacity: 0.65;
    cursor: default;
  }
  .main {
    color: var(--_on-accent);
    background: var(--_accent);
    border-color: var(--_accent);
    font-weight: 600;
    padding-inline: 1.25rem;
  }
  .main:hover {
    background: color-mix(in srgb, var(--_accent) 85%, var(--_text));
  }
  .narrow .content .main,
  .side .main {
    inline-size: 100%;
    margin-block-start: 0.25rem;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    margin-block-start: 1.25rem;
  }
  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  [tabindex='-1']:not(button):focus-visible {
    outline: none;
  }
  .error {
    margin: 0.25rem 0 0;
    color: var(--_error);
  }
  [aria-invalid='true'] {
    border-color: var(--_error);
  }
`;
