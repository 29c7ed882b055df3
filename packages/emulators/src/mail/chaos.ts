export interface ChaosTrigger {
  /** 400 to 599: 4xx asks to try again later, 5xx refuses for good. */
  readonly ErrorCode: number;
  /** Percent. */
  readonly Probability: number;
}

export interface ChaosTriggers {
  readonly Sender: ChaosTrigger;
  readonly Recipient: ChaosTrigger;
  readonly Authentication: ChaosTrigger;
}

const never: ChaosTrigger = { ErrorCode: 451, Probability: 0 };

export class Chaos {
  #triggers: ChaosTriggers = { Sender: never, Recipient: never, Authentication: never };

  triggers(): ChaosTriggers {
    return this.#triggers;
  }

  /** Triggers that are not named are switched off. */
  set(triggers: Partial<ChaosTriggers>): ChaosTriggers {
    this.#triggers = { Sender: never, Recipient: never, Authentication: never, ...triggers };
    return this.#triggers;
  }

  /** The error a step ends with this time, if it does. */
  strike(step: keyof ChaosTriggers): Error | undefined {
    const { ErrorCode, Probability } = this.#triggers[step];
    if (Math.random() * 100 >= Probability) return undefined;
    return Object.assign(new Error(`Chaos in ${step}`), { responseCode: ErrorCode });
  }
}
