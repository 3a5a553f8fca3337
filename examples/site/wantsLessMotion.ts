/** Whether the person has asked the system for less motion. Then no page moves by itself. */
export function wantsLessMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
