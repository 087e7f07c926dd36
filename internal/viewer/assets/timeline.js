"use strict";
(() => {
  // src/timeline/main.ts
  document.body.dataset["seedfall"] = "timeline";
})();
