// @ts-check
/** Pictures that are drawn once they come into sight. */

/**
 * What calls a function once an element comes into sight of its scrolling ancestor.
 * @param {Element} root that ancestor
 * @returns {(element: Element, draw: () => void) => void}
 */
export function whenSeen(root) {
  /** @type {WeakMap<Element, () => void>} */
  const draws = new WeakMap();
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      sight.unobserve(target);
      // One task per picture, so that keys, clicks and scrolling are not delayed.
      setTimeout(() => draws.get(target)?.());
    }
  }, { root, rootMargin: '200px', scrollMargin: '200px' });
  return (element, draw) => {
    draws.set(element, draw);
    sight.observe(element);
  };
}
