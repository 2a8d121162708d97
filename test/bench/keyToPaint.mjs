/** Between two keys, in milliseconds: less than anyone needs to judge an item. */
const pause = 250;

/** The keys by what they do. The one of the repaint is bound to nothing; a place has the digit for one. */
const keyOf = { repaint: ';', next: 'Shift+J', save: 'Enter' };

/**
 * One key and what it painted, in milliseconds from the key's own time stamp. For `repaint` the document itself changes
 * the first card at once, which shows what key and paint alone take on this machine at this moment.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Frame} frame
 * @param {'repaint' | 'next' | 'save' | number} what a number is the place that the next response is given
 * @returns {Promise<{ changed: number, painted: number }>} until another first card (for a place: the place) is in the
 *   document, and until it is painted
 */
export async function measured(page, frame, what) {
  const key = typeof what === 'number' ? String(what) : keyOf[what];
  await page.waitForTimeout(pause);
  const sample = await watch(frame, key.split('+').at(-1), what);
  await page.keyboard.press(key);
  const times = await sample.evaluate(({ done }) => done);
  await sample.dispose();
  return times;
}

/** Begins to watch inside the desk's document; `key` is named as its event names it. */
function watch(frame, key, what) {
  return frame.evaluateHandle(
    ({ key, what }) => {
      const { document, performance, requestAnimationFrame, MutationObserver } = globalThis;
      const before = document.querySelector('article.card');
      // A number is for the response that is up next, or else for the selected one.
      const index = (document.querySelector('article.card.next') ?? document.querySelector('article.card.selected'))
        .dataset.index;
      /** What the key is to bring about, once it is there. */
      const arrived = () => {
        if (typeof what === 'number')
          return document.querySelector(`article.card[data-index="${index}"] .places .chosen`)?.textContent === key;
        const card = document.querySelector('article.card');
        return card !== null && card !== before;
      };
      const done = new Promise((resolve) => {
        let pressed = Number.NaN;
        const hear = (event) => {
          if (event.key !== key) return;
          pressed = event.timeStamp;
          globalThis.removeEventListener('keydown', hear, true);
          if (what === 'repaint') before.replaceWith(before.cloneNode(true));
        };
        globalThis.addEventListener('keydown', hear, true);
        const observer = new MutationObserver(() => {
          if (Number.isNaN(pressed) || !arrived()) return;
          observer.disconnect();
          const changed = performance.now() - pressed;
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              if (what === 'repaint') document.querySelector('article.card').replaceWith(before); // the desk's own again
              resolve({ changed, painted: performance.now() - pressed });
            }),
          );
        });
        observer.observe(document.body, {
          childList: true,
          subtree: true,
          characterData: true,
          attributes: true,
          attributeFilter: ['class'],
        });
      });
      return { done };
    },
    { key, what },
  );
}
