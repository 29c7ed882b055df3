import { css } from 'lit';
import { colours } from '../styles/colours.ts';
import { formStyles } from '../styles/form-styles.ts';
import { pageStyles } from '../styles/page-styles.ts';

const bookingStyles = css`
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
  form {
    margin-block-end: 1.25rem;
  }
  .choices {
    display: grid;
    gap: 0.5rem;
  }
  .choices button {
    text-align: start;
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

/** Colours, page and forms are those of the booking component. */
export const manageStyles = [colours, pageStyles, formStyles, bookingStyles];
