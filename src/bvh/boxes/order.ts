/** What decides between boxes that are equally near. */
export interface Order {
  comesBefore(id: number, other: number): boolean;
}

export const BY_ID: Order = { comesBefore: (id, other) => id < other };
