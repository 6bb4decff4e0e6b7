/** A person at the wheel: the desk and the console. */
export const play = {} as const;
