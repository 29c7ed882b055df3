import type { Deposit } from '@lodging/kernel';

/** On what a plan or a generic resource is sold. */
export interface SaleTerms {
  /** As the policy shows it; null: a cancellation has no automatic refund. */
  readonly cancellationPolicyCode: string | null;
  readonly deposit: Deposit | null;
}

/** Undefined fields were not sent. */
export type SentSaleTerms = { readonly [Term in keyof SaleTerms]?: SaleTerms[Term] | undefined };

export const NO_SALE_TERMS: SaleTerms = { cancellationPolicyCode: null, deposit: null };

/** Null is a value: no policy, no deposit. */
export function mergeSaleTerms(before: SaleTerms, sent: SentSaleTerms): SaleTerms {
  const { cancellationPolicyCode: code, deposit } = sent;
  return {
    cancellationPolicyCode: code === undefined ? before.cancellationPolicyCode : code,
    deposit: deposit === undefined ? before.deposit : deposit,
  };
}
