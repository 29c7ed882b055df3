import { css } from 'lit';

export const stepStyles = css`
  .step {
    display: flex;
    gap: 1rem;
    align-items: end;
    margin-block-end: 1.5rem;
  }
  .step .quiet {
    white-space: nowrap;
  }
  .bar {
    display: flex;
    flex: 1;
    gap: 0.375rem;
    color: var(--_quiet);
    font-size: 0.875em;
  }
  .bar span {
    flex: 1;
    padding-block-end: 0.375rem;
    border-block-end: 3px solid var(--_line);
  }
  .bar .done {
    border-color: var(--_accent);
  }
  .bar .now {
    color: var(--_text);
    font-weight: 600;
  }
  .narrow .step {
    align-items: center;
  }
  .narrow .bar span {
    padding: 0;
    font-size: 0;
  }
`;
