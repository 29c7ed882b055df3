export interface PaymentAccount {
  readonly accountId: string;
  readonly redirectOrigins: readonly string[];
}

export interface OwnAccount extends PaymentAccount {
  readonly canCharge: boolean;
}

/** Without `redirectOrigins` those that are there stay. */
export interface NewPaymentAccount {
  readonly accountId: string;
  readonly redirectOrigins?: readonly string[] | undefined;
}

export interface AccountRepository {
  find(tenantId: string): Promise<PaymentAccount | undefined>;
  set(tenantId: string, account: NewPaymentAccount): Promise<PaymentAccount>;
  /** False where the tenant had no account. */
  remove(tenantId: string): Promise<boolean>;
}
