import { css } from 'lit';

/** Logical properties throughout: right-to-left pages need nothing else. */
export const styles = css`
  :host {
    --_accent: var(--lodging-accent, #0b5cad);
    --_on-accent: var(--lodging-on-accent, #fff);
    --_text: var(--lodging-text, #1b1f24);
    --_quiet: var(--lodging-quiet-text, #57606a);
    --_background: var(--lodging-background, #fff);
    --_surface: var(--lodging-surface, #f3f5f8);
    --_border: var(--lodging-border, #6e7781);
    --_error: var(--lodging-error, #a40e26);
    --_radius: var(--lodging-radius, 6px);
    display: block;
    box-sizing: border-box;
    max-inline-size: var(--lodging-max-width, 40rem);
    padding: var(--lodging-padding, 1rem);
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
  }
  h2 {
    font-size: 1.375em;
  }
  h3 {
    font-size: 1.125em;
    margin-block-start: 1rem;
  }
  h4 {
    font-size: 1em;
  }
  p {
    margin: 0 0 0.5rem;
  }
  ul {
    margin: 0 0 0.5rem;
    padding-inline-start: 1.25rem;
  }
  .results,
  .offers {
    list-style: none;
    padding: 0;
  }
  .results > li {
    padding-block: 1rem;
    border-block-start: 1px solid var(--_border);
  }
  .offers > li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    align-items: center;
    margin-block: 0.5rem;
    padding: 0.75rem;
    background: var(--_surface);
    border-radius: var(--_radius);
  }
  .offers > li > :first-child {
    flex: 1 1 10rem;
  }
  .offers p,
  .held p {
    margin: 0;
  }
  .price {
    text-align: end;
  }
  .quiet {
    color: var(--_quiet);
    font-size: 0.875em;
    font-weight: normal;
  }
  .step {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    margin-block-end: 0.75rem;
  }
  .step .quiet {
    white-space: nowrap;
  }
  .bar {
    display: flex;
    flex: 1;
    gap: 0.25rem;
  }
  .bar span {
    flex: 1;
    block-size: 0.25rem;
    border-radius: 0.125rem;
    background: var(--_border);
    opacity: 0.35;
  }
  .bar .done {
    background: var(--_accent);
    opacity: 1;
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr));
    gap: 0 1rem;
  }
  .field {
    margin-block-end: 0.75rem;
    min-inline-size: 0;
  }
  label {
    display: block;
    font-weight: 600;
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
    padding: 0.25rem 0.75rem;
  }
  input,
  select,
  textarea {
    inline-size: 100%;
  }
  .code {
    max-inline-size: 10rem;
    letter-spacing: 0.25em;
    font-variant-numeric: tabular-nums;
  }
  button {
    cursor: pointer;
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
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-block-start: 0.75rem;
  }
  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  [tabindex='-1']:focus-visible {
    outline: none;
  }
  button:focus-visible {
    outline: 3px solid var(--_accent);
  }
  .error {
    margin: 0.25rem 0 0;
    color: var(--_error);
  }
  [aria-invalid='true'] {
    border-color: var(--_error);
  }
  .notice {
    margin-block: 0.75rem;
    padding: 0.75rem;
    border-inline-start: 4px solid var(--_error);
    background: var(--_surface);
    border-radius: var(--_radius);
  }
  .held {
    margin-block-end: 1rem;
    padding: 0.75rem;
    background: var(--_surface);
    border-radius: var(--_radius);
  }
  .time {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  [part='price'] th {
    text-align: start;
    font-weight: normal;
    padding-block: 0.25rem;
  }
  [part='price'] td {
    text-align: end;
    vertical-align: top;
    padding-block: 0.25rem;
    padding-inline-start: 1rem;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .total th,
  .total td {
    font-weight: 700 !important;
    border-block-start: 1px solid var(--_border);
  }
  .month {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  .month button {
    min-inline-size: 2.75rem;
  }
  .arrow {
    display: inline-block;
  }
  :host(:dir(rtl)) .arrow {
    transform: scaleX(-1);
  }
  .calendar {
    margin-block-end: 1rem;
  }
  .calendar table {
    table-layout: fixed;
  }
  .calendar th {
    font-size: 0.75em;
    color: var(--_quiet);
    padding-block: 0.25rem;
  }
  .calendar td {
    padding: 1px;
  }
  .calendar td button {
    position: relative;
    inline-size: 100%;
    min-block-size: 3.25rem;
    padding: 0;
    border-color: transparent;
    background: var(--_surface);
    line-height: 1.2;
  }
  .calendar td button[aria-disabled='true'] {
    background: none;
    text-decoration: line-through;
    opacity: 1;
    color: var(--_quiet);
  }
  .calendar td .inside {
    border-color: var(--_accent);
  }
  .calendar td .selected {
    color: var(--_on-accent);
    background: var(--_accent);
  }
  @media (forced-colors: active) {
    .calendar td .selected {
      outline: 2px solid;
    }
  }
  .calendar small {
    display: block;
    font-size: 0.625em;
    overflow-wrap: normal;
  }
  img {
    inline-size: 100%;
    aspect-ratio: 3 / 2;
    object-fit: cover;
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
`;
