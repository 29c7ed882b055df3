import { css } from 'lit';

export const consentStyles = css`
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
  }
  a {
    color: var(--_accent);
  }
`;
