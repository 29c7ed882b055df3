import { css } from 'lit';

export const cardStyles = css`
  .card {
    background: var(--_background);
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 1.5);
    padding: 1rem;
  }
  .results,
  .offers,
  .features {
    list-style: none;
    padding: 0;
  }
  .results > li {
    display: grid;
    gap: 0.75rem 1.25rem;
    margin-block-end: 1.25rem;
  }
  .results > li > * {
    min-inline-size: 0;
  }
  img {
    display: block;
    inline-size: 100%;
    aspect-ratio: 3 / 2;
    object-fit: cover;
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  .middle .results > li:has(img),
  .wide .results > li:has(img) {
    grid-template-columns: 15rem minmax(0, 1fr);
  }
  .sale {
    grid-column: 1 / -1;
  }
  .description {
    margin-block: 0.375rem;
  }
  .features {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375rem;
    margin-block: 0.5rem;
  }
  .features li {
    padding: 0.0625rem 0.5rem;
    font-size: 0.8125em;
    color: var(--_quiet);
    border: 1px solid var(--_line);
    border-radius: 1rem;
  }
  .offers {
    margin: 0;
  }
  .offers > li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    align-items: center;
    padding-block: 0.875rem;
    border-block-start: 1px solid var(--_line);
  }
  .offers > li:last-child {
    padding-block-end: 0;
  }
  .offers > li > :first-child {
    flex: 1 1 12rem;
  }
  .offers p,
  .held p {
    margin: 0;
  }
  .price {
    text-align: end;
    margin-inline-start: auto;
  }
  .price strong {
    font-size: 1.25em;
    font-variant-numeric: tabular-nums;
  }
  .narrow .offers button {
    inline-size: 100%;
  }
  .side > img {
    margin-block-end: 0.875rem;
  }
  .name strong {
    font-size: 1.125em;
  }
  .essentials h3 {
    font-size: 1em;
  }
  .essentials th::first-letter,
  .features li::first-letter {
    text-transform: uppercase;
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.5rem 1rem;
    margin: 0.875rem 0 0;
  }
  dt {
    color: var(--_quiet);
  }
  dd {
    margin: 0;
    text-align: end;
  }
  .sum {
    padding-block-start: 0.625rem;
    border-block-start: 1px solid var(--_line);
    color: inherit;
    font-weight: 700;
    font-size: 1.125em;
    margin-inline: -0.5rem;
    padding-inline: 0.5rem;
  }
  .held {
    margin-block-start: 0.875rem;
    padding: 0.625rem 0.75rem;
    background: var(--_surface);
    border-radius: var(--_radius);
  }
  .time {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .essentials {
    margin-block: 1rem;
    padding: 1rem 1.25rem;
    background: var(--_surface);
    border-radius: calc(var(--_radius) * 1.5);
  }
  code {
    font-size: 1.375em;
    font-weight: 600;
    letter-spacing: 0.08em;
  }
  .essentials ul {
    margin-block-end: 0;
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  [part='price'] th {
    text-align: start;
    font-weight: normal;
    padding-block: 0.3125rem;
  }
  [part='price'] td {
    text-align: end;
    vertical-align: top;
    padding-block: 0.3125rem;
    padding-inline-start: 1rem;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .total th,
  .total td {
    font-weight: 700 !important;
    font-size: 1.125em;
    border-block-start: 1px solid var(--_border);
  }
`;
