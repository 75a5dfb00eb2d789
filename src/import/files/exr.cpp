#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputFile.h>

#include "error.h"
#include "import/files/radiance_picture.h"

namespace sinew {
namespace {

/// A file in memory, for OpenEXR.
class MemoryFile : public Imf::IStream {
  public:
    explicit MemoryFile(std::span<const uint8_t> bytes) : Imf::IStream("picture"), bytes_(bytes) {}

    bool read(char* out, int count) override {
        if (count < 0 || static_cast<uint64_t>(count) > bytes_.size() - at_)
            throw std::runtime_error("unexpected end of file");
        std::memcpy(out, bytes_.data() + at_, static_cast<size_t>(count));
        at_ += static_cast<uint64_t>(count);
        return at_ < bytes_.size();
    }
    uint64_t tellg() override { return at_; }
    void seekg(uint64_t at) override {
        if (at > bytes_.size()) throw std::runtime_error("unexpected end of file");
        at_ = at;
    }

  private:
    std::span<const uint8_t> bytes_;
    uint64_t at_ = 0;
};

/// What OpenEXR says, on one line.
std::string firstLine(const char* text) {
    const std::string all = text;
    return all.substr(0, all.find('\n'));
}

RadiancePicture readFirstPart(std::span<const uint8_t> file) {
    MemoryFile stream(file);
    Imf::InputFile input(stream, 0);  // no threads
    const Imath::Box2i window = input.header().dataWindow();
    RadiancePicture picture = emptyRadiancePicture(static_cast<uint64_t>(int64_t{window.max.x} - window.min.x + 1),
                                                   static_cast<uint64_t>(int64_t{window.max.y} - window.min.y + 1));
    const Imf::ChannelList& channels = input.header().channels();
    const bool gray = !channels.findChannel("R") && channels.findChannel("Y");
    const size_t texel = 3 * sizeof(float), row = texel * picture.width;
    Imf::FrameBuffer into;
    for (size_t channel = 0; channel < 3; ++channel) {
        const std::string name = gray ? "Y" : std::string(1, "RGB"[channel]);
        const Imf::Channel* found = channels.findChannel(name);
        if (!found) throw Error(Exit::input, "has no channel " + name);
        if (found->xSampling != 1 || found->ySampling != 1) throw Error(Exit::input, "its channels are subsampled");
        if (gray && channel > 0) break;
        into.insert(name, Imf::Slice::Make(Imf::FLOAT, picture.rgb.data() + channel, window, texel, row));
    }
    input.setFrameBuffer(into);
    input.readPixels(window.min.y, window.max.y);
    if (gray)
        for (size_t i = 0; i < picture.rgb.size(); i += 3)
            picture.rgb[i + 1] = picture.rgb[i + 2] = picture.rgb[i];
    return picture;
}

}  // namespace

RadiancePicture decodeExr(std::span<const uint8_t> file) {
    try {
        return readFirstPart(file);
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(Exit::input, firstLine(error.what()));
    }
}

}  // namespace sinew
