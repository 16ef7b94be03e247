// @ts-check
/** Shows why the page does not load if its scripts cannot. It is not a module, because browsers load none from files. */
(function () {
  /** How long loading may take until a message appears, in milliseconds. */
  var TIMEOUT = 20000;

  /** @param {string} reason */
  function say(reason) {
    var sentence = document.getElementById('sentence');
    if (sentence && /^Loading/.test(sentence.textContent || '')) sentence.textContent = reason;
  }

  /** @param {() => void} action */
  function whenRead(action) {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', action);
    else action();
  }

  /** @param {Event} event */
  function failed(event) {
    var element = event.target;
    if (!(element instanceof HTMLScriptElement)) return;
    var reason =
      'Subtorus could not start: a part of the page is missing, or the server does not hand it over as a script. ' +
      'Reload the page; if that does not help, the site was not copied whole.';
    if (location.protocol === 'file:') {
      reason =
        'Subtorus could not start: browsers do not run such pages from files. Serve this folder with any web server, ' +
        'for example with "python3 -m http.server", and open the address that it names.';
    }
    whenRead(function () {
      say(reason);
    });
  }

  addEventListener('error', failed, true);
  if (!('noModule' in HTMLScriptElement.prototype)) {
    whenRead(function () {
      say('Subtorus could not start: this browser is too old for it.');
    });
  }
  setTimeout(function () {
    say('Loading is taking long: some part of the page does not come. You can go on waiting, or reload it.');
  }, TIMEOUT);
})();
