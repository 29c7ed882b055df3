import { refuse } from '@lodging/kernel';

export const accountNotFound = () =>
  refuse('payment_account_not_found', 'The tenant has no payment account.');
