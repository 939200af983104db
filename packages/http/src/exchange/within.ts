/**
 * Waits for something, but not longer than it may take. What it rejects with is nobody's here.
 *
 * @param milliseconds - the most
 * @param wait - calls back when there is nothing to wait for any more
 */
export async function within(milliseconds: number, wait: (done: () => void) => void): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
    wait(resolve);
  });
  clearTimeout(timer);
}
