/** How many triangles of a mesh may share a slot. The kernel tests so many at once. */
export const SLOT_TRIANGLES = 4;
