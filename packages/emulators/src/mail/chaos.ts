export interface ChaosTrigger {
  /** 400 to 599: 4xx is a temporary failure, 5xx a permanent one. */
  readonly ErrorCode: number;
  /** Percent. */
  readonly Probability: number;
}

export interface ChaosTriggers {
  readonly Sender: ChaosTrigger;
  readonly Recipient: ChaosTrigger;
  readonly Authentication: ChaosTrigger;
}

const OFF: ChaosTrigger = { ErrorCode: 451, Probability: 0 };

/** Fault injection as in Mailpit's chaos API. */
export class Chaos {
  #triggers: ChaosTriggers = { Sender: OFF, Recipient: OFF, Authentication: OFF };

  triggers(): ChaosTriggers {
    return this.#triggers;
  }

  /** Triggers that are not named are switched off. */
  set(triggers: Partial<ChaosTriggers>): ChaosTriggers {
    this.#triggers = { Sender: OFF, Recipient: OFF, Authentication: OFF, ...triggers };
    return this.#triggers;
  }

  /** The error of this step, by chance; undefined where it succeeds. */
  errorAt(step: keyof ChaosTriggers): Error | undefined {
    const { ErrorCode, Probability } = this.#triggers[step];
    if (Math.random() * 100 >= Probability) return undefined;
    return Object.assign(new Error(`Chaos in ${step}`), { responseCode: ErrorCode });
  }
}
