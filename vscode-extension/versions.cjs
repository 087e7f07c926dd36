// Takes the place of semver, of which the language client asks one thing: whether the editor
// has the version that package.json demands anyway, without which no editor installs the
// extension. A test holds both versions together. Without semver the package is smaller.
module.exports = () => true;
