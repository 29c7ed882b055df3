import { css } from 'lit';

export const calendarStyles = css`
  .calendar {
    margin-block-end: 1.25rem;
  }
  .months {
    display: flex;
    gap: 2rem;
    align-items: start;
  }
  .months > div {
    flex: 1;
    min-inline-size: 0;
  }
  .month {
    display: grid;
    grid-template-columns: 2.75rem 1fr 2.75rem;
    align-items: center;
    text-align: center;
    margin-block-end: 0.25rem;
  }
  .month button {
    padding: 0;
    font-size: 1.25em;
    border-color: transparent;
  }
  .arrow {
    display: inline-block;
  }
  :host(:dir(rtl)) .arrow {
    transform: scaleX(-1);
  }
  .calendar table {
    table-layout: fixed;
    margin-block-end: 0.5rem;
  }
  .calendar th {
    font-size: 0.75em;
    color: var(--_quiet);
    padding-block: 0.25rem;
    overflow: hidden;
  }
  .calendar td {
    padding: 1px;
  }
  .calendar td button {
    position: relative;
    inline-size: 100%;
    min-block-size: 3.125rem;
    padding: 0;
    border-color: transparent;
    line-height: 1.2;
    font-variant-numeric: tabular-nums;
    /* Between two of its colours, a chosen day could not be read. */
    transition: none;
  }
  /* Neither neighbour covers it. */
  .calendar td button:focus-visible {
    z-index: 1;
    outline-offset: 0;
  }
  .calendar td button[aria-disabled='true'] {
    background: none;
    opacity: 1;
    color: var(--_quiet);
  }
  .calendar td button[aria-disabled='true']:not(.selected) span {
    text-decoration: line-through;
  }
  .calendar td .inside {
    background: color-mix(in srgb, var(--_accent) 16%, var(--_background));
    border-radius: 0;
  }
  .calendar td:has(.inside) {
    padding-inline: 0;
  }
  .calendar td .selected {
    color: var(--_on-accent) !important;
    background: var(--_accent) !important;
  }
  .calendar td .selected small {
    color: inherit;
  }
  @media (forced-colors: active) {
    .calendar td .selected {
      outline: 2px solid;
    }
  }
  .calendar small {
    display: block;
    font-size: 0.6875em;
    color: var(--_quiet);
    overflow-wrap: normal;
  }
  .narrow .calendar small {
    font-size: 0.625em;
  }
`;
