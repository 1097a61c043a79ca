// Forced into the compilation of better-sqlite3-multiple-ciphers (`-include`), so that the unmodified
// package builds for a runtime with Node-API 9: references to strings only exist from Node-API 10 on,
// therefore a "reference" to a string keeps its UTF-8 text and makes a new string of it when asked.
#undef NAPI_VERSION
#define NAPI_VERSION 9
#include <napi.h>
#include <string>
namespace Napi {
template <>
class Reference<String> {
 public:
  Reference() : _env(nullptr) {}
  Reference(napi_env env, const String& text) : _env(env), _text(text.Utf8Value()) {}
  static Reference<String> New(const String& text, uint32_t = 0) { return Reference(text.Env(), text); }
  String Value() const { return String::New(_env, _text); }
  bool IsEmpty() const { return _env == nullptr; }
 private:
  napi_env _env;
  std::string _text;
};
}
